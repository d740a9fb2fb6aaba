import type { Answered as AnswerOf, ApprovalPolicyAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { amountText, money } from '../../parts/format.ts'
import { Request } from '../../parts/list/request.tsx'
import { Block } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { ta } from '../../texts/acts.ts'
import { th } from '../../texts/house.ts'
import { word } from '../../texts/texts.ts'

type Policy = AnswerOf<typeof ApprovalPolicyAnswer>

const PATH = '/lender/approval-policy'

export function ApprovalPolicy() {
  const known = useAnswer<Policy>(PATH, { ofNoMode: true })
  return (
    <Block title={th.policies.approval}>
      <Answered known={known}>{(policy) => <Whole policy={policy} />}</Answered>
      <Request path={PATH} ofNoMode />
    </Block>
  )
}

function Whole({ policy: { version, rules } }: { policy: Policy }) {
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
    </div>
  )
}

function aloneMax({ alone_max: most, currency }: Policy['rules'][number]): string {
  if (most === null) return th.policies.noBound
  return currency === null ? amountText(most) : money(most, currency)
}
