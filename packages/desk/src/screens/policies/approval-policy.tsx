import { useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { Request } from '../../parts/list/request.tsx'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Pending } from '../../parts/money/pending.tsx'
import { Block } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { isSandbox } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { th } from '../../texts/house.ts'
import { word } from '../../texts/texts.ts'
import type { Policy } from './approval-form.ts'
import { ApprovalPanel } from './approval-panel.tsx'
import { aloneMax } from './approval-rule.ts'

const PATH = '/lender/approval-policy'

export function ApprovalPolicy() {
  const known = useAnswer<Policy>(PATH)
  return (
    <Block title={th.policies.approval}>
      <Answered known={known}>{(policy) => <Whole policy={policy} />}</Answered>
      <Request path={PATH} />
    </Block>
  )
}

function Whole({ policy }: { policy: Policy }) {
  const [isOpen, setOpen] = useState(false)
  const { version, rules } = policy
  return (
    <div class="stack">
      <p>{version === 0 ? th.policies.noRules : th.policies.policyVersion(version)}</p>
      {rules.length > 0 && (
        <Table
          label={th.policies.approval}
          rows={rules}
          keyOf={(_, index) => index}
          cells={[
            { name: 'action', cell: ({ action }) => ta.acts.names[action] },
            { name: 'role', cell: ({ role }) => (role === null ? th.policies.all : word(role)) },
            { name: 'alone_max', isEnd: true, cell: aloneMax },
          ]}
        />
      )}
      <Pending objectId={isSandbox.value ? 'sandbox' : 'live'} />
      <ul class="acts">
        <ActButton
          name={th.policies.changeRules}
          permission="approval_policy:write"
          isOpen={isOpen}
          onOpen={() => setOpen(true)}
        />
      </ul>
      {isOpen && <ApprovalPanel policy={policy} onClose={() => setOpen(false)} />}
    </div>
  )
}
