/** A graph as a picture whose nodes are links. The layout is dagre's; what is drawn is SVG. */

import { Graph as Layout, layout } from '../vendor/dagre.mjs';
import { html, useMemo } from './html.js';

const LETTER = 7.2;
const HEIGHT = 30;
const LONGEST = 34;

/**
 * @typedef {{id: string, label: string, title: string, href: string, strong?: boolean}} Node
 * @typedef {{source: string, target: string, title: string, weight?: number, look?: 'uncertain' | 'member'}} Edge
 * @param {{nodes: Node[], edges: Edge[], direction: 'LR' | 'TB', label: string, fits?: boolean}} props
 */
export function Picture({ nodes, edges, direction, label, fits }) {
  const drawn = useMemo(() => laidOut(nodes, edges, direction), [nodes, edges, direction]);
  return html`
    <div class="picture ${fits ? 'fits' : ''}" tabindex="0" role="region" aria-label=${label}>
      <svg width=${drawn.width} height=${drawn.height} viewBox="0 0 ${drawn.width} ${drawn.height}">
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8z" class="arrow" /></marker></defs>
        ${drawn.edges.map((edge) => html`
          <path class="edge ${edge.look ?? ''}" d=${edge.line} stroke-width=${edge.width}
            marker-end=${edge.look === 'member' ? undefined : 'url(#arrow)'}><title>${edge.title}</title></path>`)}
        ${drawn.nodes.map((node) => html`
          <a href=${node.href} key=${node.id} class="node ${node.strong ? 'strong' : ''}" aria-label=${node.title}>
            <title>${node.title}</title>
            <rect x=${node.x - node.width / 2} y=${node.y - HEIGHT / 2} width=${node.width} height=${HEIGHT} rx="6" />
            <text x=${node.x} y=${node.y} dominant-baseline="central" text-anchor="middle">${node.shown}</text>
          </a>`)}
      </svg>
    </div>`;
}

function laidOut(nodes, edges, direction) {
  const graph = new Layout();
  graph.setGraph({ rankdir: direction, nodesep: 14, ranksep: 56, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(nodes.map((node) => node.id));
  for (const node of nodes) {
    const shown = node.label.length > LONGEST ? `${node.label.slice(0, LONGEST - 1)}…` : node.label;
    graph.setNode(node.id, { ...node, shown, width: shown.length * LETTER + 20, height: HEIGHT });
  }
  const kept = edges.filter((edge) => known.has(edge.source) && known.has(edge.target) && edge.source !== edge.target);
  for (const edge of kept) graph.setEdge(edge.source, edge.target, edge);
  layout(graph);
  const { width, height } = graph.graph();
  const most = Math.max(1, ...kept.map((edge) => edge.weight ?? 1));
  return {
    width: Math.ceil(Number.isFinite(width) ? width : 0),
    height: Math.ceil(Number.isFinite(height) ? height : 0),
    nodes: graph.nodes().map((id) => graph.node(id)),
    edges: graph.edges().map((ends) => {
      const edge = graph.edge(ends);
      const points = edge.points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
      return { ...edge, line: `M${points.join('L')}`, width: edge.weight ? (1 + (2.5 * edge.weight) / most).toFixed(1) : 1.3 };
    }),
  };
}
