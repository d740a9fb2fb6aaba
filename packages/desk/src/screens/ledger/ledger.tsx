import type { Answered as AnswerOf, TrialBalanceAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { Request } from '../../parts/list/request.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Sheet } from '../../parts/table.tsx'
import { Money } from '../../parts/values.tsx'
import { apiQuery, go, href } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { t, word } from '../../texts/texts.ts'

type TrialBalance = AnswerOf<typeof TrialBalanceAnswer>

export function Screen() {
  const query = apiQuery.value
  const path = `/lender/trial-balance${query === '' ? '' : `?${query}`}`
  const known = useAnswer<TrialBalance>(path, { keepsOther: true })
  return (
    <Page title={t.screens.ledger} more={<AtDay day={new URLSearchParams(query).get('at')} />}>
      <Block title={tb.ledger.accounts}>
        <Answered known={known} lines={10}>
          {(balance) => <Balances balance={balance} />}
        </Answered>
      </Block>
      <Request path={path} />
    </Page>
  )
}

function AtDay({ day }: { day: string | null }) {
  return (
    <form
      class="words"
      onSubmit={(event) => {
        event.preventDefault()
        const at = String(new FormData(event.currentTarget).get('at') ?? '')
        go(href('/ledger', at === '' ? '' : `at=${at}`))
      }}
    >
      <input type="date" name="at" aria-label={tb.ledger.at} defaultValue={day ?? ''} key={day} />
      <button type="submit">{tb.ledger.show}</button>
    </form>
  )
}

function Balances({ balance: { accounts, totals } }: { balance: TrialBalance }) {
  const isBalanced = totals.every((total) => total.balance === 0)
  return (
    <>
      <p class={isBalanced ? 'note' : 'fault'}>
        <strong>{isBalanced ? tb.ledger.balanced : tb.ledger.unbalanced}</strong>
      </p>
      <Sheet columns={4}>
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">{word('account')}</th>
              <th scope="col" class="end">
                {word('debits')}
              </th>
              <th scope="col" class="end">
                {word('credits')}
              </th>
              <th scope="col" class="end">
                {word('balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ account, ...sides }) => (
              <tr key={`${account} ${sides.currency}`} class="leads">
                <td data-label={word('account')}>
                  <a data-row href={href(`/ledger/${account}`, `currency=${sides.currency}`)}>
                    {word(account)}
                  </a>
                </td>
                <Sides {...sides} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals.map((total) => (
              <tr key={total.currency}>
                <td data-label="">{tb.ledger.total}</td>
                <Sides {...total} />
              </tr>
            ))}
          </tfoot>
        </table>
      </Sheet>
    </>
  )
}

type SidesProps = Omit<TrialBalance['totals'][number], 'account'>

function Sides({ currency, debit, credit, balance }: SidesProps) {
  return (
    <>
      <td class="end" data-label={word('debits')}>
        <Money amount={debit} currency={currency} />
      </td>
      <td class="end" data-label={word('credits')}>
        <Money amount={credit} currency={currency} />
      </td>
      <td class="end" data-label={word('balance')}>
        <Money amount={balance} currency={currency} />
      </td>
    </>
  )
}
