import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../texts/texts.ts'

type DialogProps = {
  readonly title: string
  /** Absent: it cannot be closed, only answered. */
  readonly onClose?: () => void
  /** Nothing of the page shows behind it. */
  readonly covers?: boolean
  readonly children: ComponentChildren
}

/** Over the page, which stays as it is; the browser keeps the focus in it. */
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
