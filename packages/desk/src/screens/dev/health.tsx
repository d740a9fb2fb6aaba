import { Moment, State } from '../../parts/values.tsx'
import type { Webhook } from './owner.ts'

/** Whether it accepts messages: a word, and since when it fails. */
export function Health({ webhook }: { webhook: Webhook }) {
  const { state, disabled_reason: reason, disabled_at: at, failing_since: since } = webhook
  if (state === 'disabled') {
    return (
      <>
        <State name="disabled" /> <small class="soft">{reason}</small> <Moment at={at} />
      </>
    )
  }
  if (since === null) return <State name="enabled" />
  return (
    <>
      <State name="failing" /> <Moment at={since} />
    </>
  )
}
