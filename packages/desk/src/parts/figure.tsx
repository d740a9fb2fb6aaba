import type { ComponentChildren } from 'preact'

type FigureProps = {
  readonly name: string
  /** Absent: the reader has no list of them. */
  readonly to?: string | undefined
  readonly children: ComponentChildren
}

/** A number with its label; it leads to the rows. */
export const Figure = ({ name, to, children }: FigureProps) => {
  const shown = (
    <>
      <span>{name}</span> <strong>{children}</strong>
    </>
  )
  return <li>{to === undefined ? <p>{shown}</p> : <a href={to}>{shown}</a>}</li>
}
