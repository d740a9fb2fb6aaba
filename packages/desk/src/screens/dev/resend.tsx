import { write } from '../../client/writing.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { isSandbox } from '../../shell/place.ts'
import { td } from '../../texts/dev.ts'
import type { Delivery } from './owner.ts'

type ResendProps = { readonly path: string; readonly of: Pick<Delivery, 'type' | 'state'> }

/** Sends it once more, immediately, unless it is in progress already. */
export function Resend({ path, of: { type, state } }: ResendProps) {
  const sending = useSending()
  const isOpen = state === 'queued' || state === 'waiting'
  const resend = () => write({ method: 'POST', path: `${path}/replay`, sandbox: isSandbox.value })
  return (
    <Permitted permission="messages:send" what={td.webhooks.resend}>
      <button
        type="button"
        class="small"
        aria-label={`${td.webhooks.resend}: ${type}`}
        title={isOpen ? td.webhooks.stillOpen : undefined}
        disabled={isOpen}
        aria-disabled={sending.isBusy}
        onClick={() => void sending.send(resend)}
      >
        {td.webhooks.resend}
      </button>
      <Fault failure={sending.failure} />
    </Permitted>
  )
}
