import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../../texts/texts.ts'

type PanelProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Beside its object, which stays readable; over the whole page on a phone. */
export function Panel({ title, onClose, children }: PanelProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    return () => {
      // The button that has opened it may be drawn again: then the page keeps its position.
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <section
      class="panel"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="quiet" onClick={onClose}>
          {t.close}
        </button>
      </div>
      {children}
    </section>
  )
}
