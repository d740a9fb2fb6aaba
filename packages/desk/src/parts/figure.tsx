import type { ComponentChildren } from 'preact'

type FigureProps = {
  readonly name: string
  readonly to: string
  readonly children: ComponentChildren
}

/** A number and what it counts; it leads to the rows. */
export const Figure = ({ name, to, children }: FigureProps) => (
  <li>
    <a href={to}>
      <span>{name}</span> <strong>{children}</strong>
    </a>
  </li>
)
