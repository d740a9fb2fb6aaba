import type { Answered, CreditorAnswer } from '@svc/api'
import { Acts } from '../../parts/money/acts.tsx'
import { Pending } from '../../parts/money/pending.tsx'
import { th } from '../../texts/house.ts'
import { CreditorPanel } from './creditor-panel.tsx'

/** Absent: there is none yet. */
type Props = { readonly creditor?: Answered<typeof CreditorAnswer> }

/** A new creditor, or a new version of one with all its members. */
export function CreditorActs({ creditor }: Props) {
  const name = creditor === undefined ? ('new' as const) : ('version' as const)
  const objectId = creditor?.id ?? 'creditor'
  return (
    <Acts
      objectId={objectId}
      acts={[{ name, permission: 'terms:write' }]}
      nameFor={() => th.creditors[name]}
      panel={(_, onClose) => <CreditorPanel {...{ name, objectId, creditor, onClose }} />}
    >
      {creditor && <Pending objectId={creditor.id} />}
    </Acts>
  )
}
