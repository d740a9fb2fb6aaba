import type { Answered as AnswerOf, ClosingAnswer } from '@svc/api'
import { day } from '../../parts/format.ts'
import { ObjectPage } from '../../parts/object-page.tsx'
import { Block } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Facts, Moment, Money } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { th } from '../../texts/house.ts'
import { t, word } from '../../texts/texts.ts'

type Closing = AnswerOf<typeof ClosingAnswer>

export const Screen = ({ params: { id = '' } }: ScreenProps) => (
  <ObjectPage<Closing>
    path={`/lender/closings/${encodeURIComponent(id)}`}
    title={(closing) =>
      closing === undefined ? t.screens.closings : `${t.screens.closings}: ${day(closing.day)}`
    }
  >
    {(closing) => <Whole closing={closing} />}
  </ObjectPage>
)

function Whole({ closing }: { closing: Closing }) {
  const { closed, hash, previous_hash: before, balances } = closing
  return (
    <>
      <Facts facts={[['closed_at', <Moment key="closed" at={closed} />]]} />
      <div class="stack">
        <Block title={word('hash')}>
          <code class="curl">{hash}</code>
          <p>
            {word('previous_hash')}:{' '}
            {before === '' ? (
              th.closings.first
            ) : (
              <a href={href('/closings', new URLSearchParams({ hash: before }).toString())}>
                <code>{before.slice(0, 12)}</code>
              </a>
            )}
          </p>
          <p class="hint">{th.closings.chain}</p>
        </Block>
        <Block title={th.closings.balances}>
          <Table
            label={th.closings.balances}
            rows={balances}
            keyOf={({ account, currency }) => `${account} ${currency}`}
            cells={[
              {
                name: 'account',
                cell: ({ account, currency }) => (
                  <a href={href(`/ledger/${account}`, `currency=${currency}`)}>{word(account)}</a>
                ),
              },
              ...(['debit', 'credit', 'balance'] as const).map((side) => ({
                ...{ name: { debit: 'debits', credit: 'credits', balance: side }[side] },
                isEnd: true,
                cell: (line: Closing['balances'][number]) => (
                  <Money amount={line[side]} currency={line.currency} />
                ),
              })),
            ]}
          />
        </Block>
      </div>
    </>
  )
}
