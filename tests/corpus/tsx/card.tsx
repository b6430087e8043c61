import { type FC, useState } from 'react'
import type { Item } from './types'

interface Props {
  item: Item
  onPick?: (item: Item) => void
}

/** One card. */
export const Card: FC<Props> = ({ item, onPick }) => {
  const [open, setOpen] = useState<boolean>(false)
  return <Panel.Header onClick={() => onPick?.(item)}>{open ? <Details {...item} /> : null}</Panel.Header>
}

export function List<T extends Item>({ items }: { items: T[] }) {
  return <>{items.map((item) => <Card key={item.id} item={item} />)}</>
}
