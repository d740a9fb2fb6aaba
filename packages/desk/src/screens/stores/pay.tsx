/** Where a store is paid, and was before; a new account and a payout by hand take two people. */
import type { Answered as AnswerOf, LenderBankAccountPage, OpenedLenderStore } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { Acts } from '../../parts/money/acts.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Moment, State, Words } from '../../parts/values.tsx'
import { ta } from '../../texts/acts.ts'
import { PayPanel } from './pay-panel.tsx'

type Store = AnswerOf<typeof OpenedLenderStore>
type Page = AnswerOf<typeof LenderBankAccountPage>

const ACTS = [
  { name: 'bank_account', permission: 'bank_accounts:write' },
  { name: 'payout', permission: 'payouts:release' },
] as const

export function Pay({ store }: { store: Store }) {
  return (
    <Acts
      title={ta.pay.title}
      objectId={store.id}
      acts={ACTS}
      nameFor={({ name }) => ta.pay.acts[name]}
      panel={({ name: act }, onClose) => <PayPanel {...{ act, store, onClose }} />}
    >
      <Permitted permission="payouts:read" what={ta.pay.accounts}>
        <Accounts storeId={store.id} />
      </Permitted>
    </Acts>
  )
}

function Accounts({ storeId }: { storeId: string }) {
  const known = useAnswer<Page>(`/lender/stores/${storeId}/bank-accounts`)
  return (
    <Answered known={known} lines={2}>
      {({ results: accounts, paging }) =>
        accounts.length === 0 ? (
          <p class="hint">{ta.pay.none}</p>
        ) : (
          <>
            <Table
              label={ta.pay.accounts}
              rows={accounts}
              keyOf={({ id }) => id}
              cells={[
                { name: 'iban', cell: ({ iban }) => <code>{iban.replace(/\*+/, '···')}</code> },
                { name: 'holder', cell: ({ holder }) => <Words>{holder}</Words> },
                { name: 'state', cell: ({ state }) => <State name={state} /> },
                { name: 'effective_from', cell: ({ effective_from: at }) => <Moment at={at} /> },
                { name: 'created', isEnd: true, cell: ({ created }) => <Moment at={created} /> },
              ]}
            />
            {accounts.some(({ state }) => state === 'coming') && (
              <p class="note">{ta.pay.coming}</p>
            )}
            {paging.count > accounts.length && (
              <p class="hint">{ta.pay.older(paging.count - accounts.length)}</p>
            )}
          </>
        )
      }
    </Answered>
  )
}
