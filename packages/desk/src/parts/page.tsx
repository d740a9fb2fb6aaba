import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { cameFrom } from '../shell/place.ts'

type PageProps = {
  readonly title: string
  /** Where the heading says more than a history of pages may. */
  readonly heading?: ComponentChildren
  /** Beside the title. */
  readonly more?: ComponentChildren
  readonly children: ComponentChildren
}

/** The heading has the focus when a screen is opened; coming back, the row that was left has it. */
export function Page({ title, heading: shown = title, more, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const left = `[data-row]:is([href="${cameFrom}"], [href^="${cameFrom}?"])`
    const place = document.querySelector<HTMLElement>(left) ?? heading.current
    place?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <div class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {shown}
        </h1>
        {more}
      </div>
      {children}
    </>
  )
}

type BlockProps = {
  readonly title: string
  readonly more?: ComponentChildren
  readonly children: ComponentChildren
}

/** A part of a screen, which may fail for itself. */
export function Block({ title, more, children }: BlockProps) {
  return (
    <section class="block" aria-label={title}>
      <div class="block-head">
        <h2>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}
