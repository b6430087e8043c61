'use client';

import React, { memo, useState, type ReactNode } from 'react';
import { Card } from './card';
import styles from './list.module.css';

export interface ListProps<T> {
  items: T[];
  /** Draws one. */
  render?: (item: T) => ReactNode;
  children?: ReactNode;
}

type Action = { type: 'add'; id: number } | { type: 'clear' };

export enum Size {
  Small,
  Large = 2,
}

const Context = React.createContext<Action | null>(null);
const Lazy = React.lazy(() => import('./lazy'));

function reducer(state: number[], action: Action): number[] {
  switch (action.type) {
    case 'add':
      return [...state, action.id];
    default:
      return [];
  }
}

/** Keeps what is picked. */
export function useSelection(initial: number[] = []) {
  const [selected, setSelected] = useState(initial);
  const toggle = React.useCallback((id: number) => setSelected((before) => [...before, id]), []);
  return { selected, toggle } as const;
}

/**
 * A list.
 */
export default function List<T extends { id: number }>({ items, render, children }: ListProps<T>) {
  const { selected, toggle } = useSelection();
  const handleClick = async (event: React.MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    toggle(items[0].id);
  };

  if (!items.length) return null;
  return (
    <Context.Provider value={null}>
      <ul className={styles.list} onClick={() => reducer(selected, { type: 'clear' })}>
        {items.map((item) => (
          <Card key={item.id} item={item} onPick={handleClick}>
            {render?.(item) ?? <Empty text="none" />}
          </Card>
        ))}
        {children}
      </ul>
    </Context.Provider>
  );
}

const Empty: React.FC<{ text: string }> = ({ text }) => <em>{text}</em>;

export const Row = memo(function Row({ id }: { id: number }) {
  return <li data-id={id} />;
});

export const Input = React.forwardRef<HTMLInputElement, ListProps<string>>((props, ref) => {
  const id = React.useId();
  return <input ref={ref} id={id} />;
});

const withSize = <P extends object>(Component: React.ComponentType<P>) =>
  function Sized(props: P) {
    return <Component {...props} />;
  };

const Styled = styled.div`
  color: red;
`;

export class Boundary extends React.Component<ListProps<string>, { failed: boolean }> {
  state = { failed: false };
  private timer?: number;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  componentDidCatch = (error: Error) => {
    console.error(error);
  };

  render() {
    return this.state.failed ? <Empty text="failed" /> : <>{this.props.children}</>;
  }
}

export const getServerSideProps: GetServerSideProps = async ({ params }) => {
  return { props: { id: params?.id } };
};

List.displayName = 'List';
List.Item = Card;

function Page() {
  return (
    <Lazy>
      <List.Item item={null} />
      <Row id={Size.Large} />
    </Lazy>
  );
}

export { Page, Empty as Nothing };
