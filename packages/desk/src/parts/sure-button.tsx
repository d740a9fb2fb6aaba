import { useState } from 'preact/hooks'
import { tb } from '../texts/book.ts'

type SureButtonProps = {
  readonly label: string
  /** The object of the action. */
  readonly what: string
  readonly onSure: () => void
}

/** An irreversible action is confirmed once more, in the same place. */
export function SureButton({ label, what, onSure }: SureButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const shown = isAsked ? tb.sure(label) : label
  return (
    <button
      type="button"
      class={isAsked ? 'danger small' : 'small'}
      aria-label={`${shown}: ${what}`}
      onBlur={() => setAsked(false)}
      onKeyDown={(event) => {
        // A key that is held presses again and again.
        if (event.repeat) event.preventDefault()
      }}
      onClick={({ detail }) => {
        // The rest of a double click is not an answer.
        if (detail > 1) return
        if (isAsked) onSure()
        setAsked(!isAsked)
      }}
    >
      {shown}
    </button>
  )
}
