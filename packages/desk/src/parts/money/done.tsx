import { useEffect, useRef } from 'preact/hooks'
import { href } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { t } from '../../texts/texts.ts'
import type { Outcome } from './once.ts'

type DoneProps = { readonly outcome: Outcome; readonly what: string; readonly onClose: () => void }

/** The result: done, or requested. */
export function Done({ outcome: { approval }, what, onClose }: DoneProps) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div class="form">
      <p class="note" role="status" tabIndex={-1} ref={place}>
        <strong>{what}</strong>
        <br />
        {approval ? `${ta.acts.waits} ${ta.acts.because[approval.because]}` : ta.acts.done}
      </p>
      {approval && <a href={href(`/inbox/${approval.id}`)}>{ta.acts.toApproval}</a>}
      <button type="button" onClick={onClose}>
        {t.close}
      </button>
    </div>
  )
}
