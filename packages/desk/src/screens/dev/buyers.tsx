/** Test buyers: a checkout at the point of sale, signed at once with the card that was chosen. */
import type {
  Answered as AnswerOf,
  CheckoutCreated,
  CheckoutStatus,
  SandboxCard,
  StoreAnswer,
} from '@svc/api'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { now } from '../../client/clock.ts'
import { write } from '../../client/writing.ts'
import { Choice } from '../../parts/choice.tsx'
import { Field, Form, useSending } from '../../parts/form.tsx'
import { amountText } from '../../parts/format.ts'
import { parseAmount } from '../../parts/list/amounts.ts'
import { Block } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Answered } from '../../parts/states.tsx'
import { State } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { tb } from '../../texts/book.ts'
import { td } from '../../texts/dev.ts'
import { word } from '../../texts/texts.ts'

/** Of the sandbox's people; nobody else has such a number. */
const PEOPLE = { accepted: undefined, refused: '99999998T' } as const
type Who = keyof typeof PEOPLE

/** The cards that a life of a loan takes: what each does, says the reference. */
const CARDS = {
  good: '4111111111111111',
  declined: '4012888888881881',
  second_fails: '4000000000002008',
  no_funds: '4000000000009995',
  charged_back: '4000000000150005',
} as const satisfies Readonly<Record<string, SandboxCard['number']>>
type Card = keyof typeof CARDS

type Done = { readonly id: string; readonly status: AnswerOf<typeof CheckoutStatus> }

type Store = AnswerOf<typeof StoreAnswer>

/** A short plan, so that the loan soon ends; without one the service chooses. */
function shortestPlan({ products }: Store, amount: number) {
  const fitting = products.find((each) => each.min_amount <= amount && amount <= each.max_amount)
  return fitting && { product: fitting.type, num_instalments: Math.min(...fitting.num_instalments) }
}

export function Buyers() {
  const sending = useSending()
  const [done, setDone] = useState<Done>()
  const [isWrong, setWrong] = useState(false)
  const known = useAnswer<Store>('/me')
  const sign = async (store: Store, { outcome, card = 'good', amount: text = '' }: Values) => {
    const amount = parseAmount(text)
    setWrong(amount === undefined)
    if (amount === undefined) return
    const { id } = await write<AnswerOf<typeof CheckoutCreated>>({
      ...{ method: 'POST', path: '/checkout/offline', sandbox: true },
      body: checkoutOf(amount, store.currency),
    })
    const body = {
      ...{ card: CARDS[isCard(card) ? card : 'good'], document_id: documentOf(outcome) },
      ...shortestPlan(store, amount),
    }
    const path = `/sandbox/checkouts/${id}/complete`
    setDone({ id, status: await write({ method: 'POST', path, sandbox: true, body }) })
  }
  return (
    <Block title={td.buyers.title}>
      <p class="hint">{td.buyers.more}</p>
      <Permitted permission="orders:write" what={td.buyers.title}>
        <Answered known={known} lines={4}>
          {(store) => (
            <Form
              sending={sending}
              button={td.buyers.sign.accepted}
              outcomes={whos.map((who) => ({ outcome: who, label: td.buyers.sign[who] }))}
              onSend={(values) => sign(store, values)}
            >
              <div class="pair">
                <Field
                  label={`${ta.acts.amount} (${store.currency})`}
                  faults={isWrong ? [tb.list.wrongAmount] : []}
                  input={{
                    ...{
                      name: 'amount',
                      inputMode: 'decimal',
                      required: true,
                      autocomplete: 'off',
                    },
                    defaultValue: amountText(24_000),
                  }}
                />
                <Choice
                  label={td.buyers.card}
                  name="card"
                  options={cards.map((card) => [card, td.buyers.cards[card]] as const)}
                />
              </div>
            </Form>
          )}
        </Answered>
        {done && (
          <p class="note" role="status">
            <State name={done.status.status} /> {word(done.status.status_reason)}{' '}
            <a href={href(`/orders/${done.id}`)}>{tb.order.openOrder}</a>
          </p>
        )}
      </Permitted>
    </Block>
  )
}

type Values = Readonly<Record<string, string>>
const isWho = (text: string): text is Who => Object.hasOwn(PEOPLE, text)
const isCard = (text: string): text is Card => Object.hasOwn(CARDS, text)
const whos = Object.keys(PEOPLE).filter(isWho)
const cards = Object.keys(CARDS).filter(isCard)

const documentOf = (who = ''): string | undefined => (isWho(who) ? PEOPLE[who] : undefined)

/** An order that nobody else has named so. */
const checkoutOf = (amount: number, currency: string) => ({
  order: {
    ...{ id: `desk-${now().toString(36)}`, currency, total_amount: amount },
    articles: [{ id: 'desk-article', name: td.buyers.article, quantity: 1, price: amount }],
  },
  customer: { email: 'ana@example.com', first_name: 'Ana', last_name: 'Prueba' },
})
