import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { ApprovalNote, approvalIn } from '../../parts/approval.tsx'
import { Field, Form, useSending } from '../../parts/form.tsx'
import { Allowed } from '../../parts/money/allowed.tsx'
import { ReasonFields, reasonIn } from '../../parts/reason.tsx'
import { Facts, Moment, NONE } from '../../parts/values.tsx'
import type { WholePerson } from '../../parts/who.tsx'
import { isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { word } from '../../texts/texts.ts'

type BlockingProps = { readonly person: WholePerson }

/** Nobody lends to somebody who is blocked; to lift it may take two. */
export function Blocking({ person }: BlockingProps) {
  const { blocked } = person
  if (blocked === null) return <BlockForm person={person} />
  const { since, until, reason } = blocked
  return (
    <>
      <Facts
        facts={[
          ['since', <Moment key="since" at={since} />],
          ['until', until === null ? NONE : <Moment key="until" at={until} />],
          ['reason', word(reason)],
        ]}
      />
      <UnblockForm person={person} />
    </>
  )
}

function BlockForm({ person: { id, allowed_actions: allowed } }: BlockingProps) {
  const sending = useSending()
  const [key] = useState(() => crypto.randomUUID())
  return (
    <Allowed act={allowed.block} permission="people:block" what={tb.person.block}>
      <details>
        <summary>{tb.person.blockOpen}</summary>
        <Form
          sending={sending}
          button={tb.person.block}
          onSend={({ until = '', ...values }) => {
            const body = { ...(until === '' ? {} : { until }), ...reasonIn(values) }
            const path = `/lender/people/${id}/block`
            const sandbox = isSandbox.value
            return write({ method: 'POST', path, body, sandbox, idempotencyKey: key })
          }}
        >
          <Field
            label={tb.person.blockUntil}
            hint={tb.person.blockUntilMore}
            input={{ name: 'until', type: 'date' }}
          />
          <ReasonFields
            codes={['fraud', 'dispute', 'security', 'legal', 'buyer_request', 'other']}
          />
        </Form>
      </details>
    </Allowed>
  )
}

function UnblockForm({ person: { id, allowed_actions: allowed } }: BlockingProps) {
  const sending = useSending()
  const [key] = useState(() => crypto.randomUUID())
  const [approval, setApproval] = useState<string>()
  if (approval !== undefined) return <ApprovalNote id={approval} />
  return (
    <Allowed act={allowed.unblock} permission="people:unblock" what={tb.person.unblock}>
      <details>
        <summary>{tb.person.unblockOpen}</summary>
        <Form
          sending={sending}
          button={tb.person.unblock}
          onSend={async (values) => {
            const path = `/lender/people/${id}/unblock`
            const sandbox = isSandbox.value
            const body = reasonIn(values)
            const answer = await write({ method: 'POST', path, body, sandbox, idempotencyKey: key })
            setApproval(approvalIn(answer))
          }}
        >
          <ReasonFields codes={['correction', 'buyer_request', 'goodwill', 'legal', 'other']} />
        </Form>
      </details>
    </Allowed>
  )
}
