import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../texts/texts.ts'

type DialogProps = {
  readonly title: string
  /** Absent: it cannot be closed, only answered. */
  readonly onClose?: () => void
  /** It hides the page completely. */
  readonly covers?: boolean
  readonly children: ComponentChildren
}

/** A dialog over the page, which stays as it is; the browser keeps the focus inside. */
export function Dialog({ title, onClose, covers, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={covers ? 'covers' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // Pressed twice, Escape closes it whatever the page says.
      onClose={onClose ?? (() => dialog.current?.showModal())}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" class="quiet" onClick={onClose}>
            {t.close}
          </button>
        )}
      </div>
      {children}
    </dialog>
  )
}
