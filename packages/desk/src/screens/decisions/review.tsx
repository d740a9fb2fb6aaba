import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { ApprovalNote, approvalIn } from '../../parts/approval.tsx'
import { Area, Form, useSending } from '../../parts/form.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { isSandbox } from '../../shell/place.ts'
import { t } from '../../texts/texts.ts'

type ReviewProps = { readonly id: string; readonly onReviewed: () => void }

/** What a person makes of a refusal: the note, and then one press for either outcome. */
export function Review({ id, onReviewed }: ReviewProps) {
  const sending = useSending()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [approval, setApproval] = useState<string>()
  if (approval !== undefined) {
    return (
      <>
        <ApprovalNote id={approval} />
        <button type="button" onClick={onReviewed}>
          {t.decision.next}
        </button>
      </>
    )
  }
  return (
    <Permitted permission="decisions:review" what={t.decision.review}>
      <Form
        sending={sending}
        button={t.decision.review}
        outcomes={[
          { outcome: 'confirmed', label: t.decision.confirm },
          { outcome: 'overturned', label: t.decision.overturn },
        ]}
        onSend={async ({ note, outcome }) => {
          const path = `/lender/decisions/${id}/review`
          const body = { outcome, note }
          const sandbox = isSandbox.value
          const answer = await write({ method: 'POST', path, body, sandbox, idempotencyKey })
          const waiting = approvalIn(answer)
          if (waiting === undefined) onReviewed()
          else setApproval(waiting)
        }}
      >
        <Area
          label={t.decision.note}
          hint={t.decision.noteMore}
          area={{ name: 'note', required: true, minLength: 5, maxLength: 2_000 }}
        />
      </Form>
    </Permitted>
  )
}
