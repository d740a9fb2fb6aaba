import type { Values } from '../../client/unanswered.ts'
import { Choice } from '../../parts/choice.tsx'
import { Field } from '../../parts/form.tsx'
import { money } from '../../parts/format.ts'
import { ta } from '../../texts/acts.ts'
import { tb } from '../../texts/book.ts'
import { t, word } from '../../texts/texts.ts'
import { type Act, allowedOf, type Loan, reversiblePayments } from './acts.ts'
import { kindsOf } from './loan-form.ts'

const METHODS = ['bank_transfer', 'cash', 'card', 'cheque'] as const
const SPREADS = ['next', 'spread', 'last'] as const

type MoneyFieldsProps = {
  readonly act: Act
  readonly loan: Loan
  readonly values: Values
  /** Whether what is typed is an amount. */
  readonly isAmount: boolean
}

export function MoneyFields({ act, loan, values, isAmount }: MoneyFieldsProps) {
  const { currency } = loan
  const has = (name: Act['fields'][number]) => act.fields.includes(name)
  const isWrong = !isAmount && (values.amount ?? '') !== ''
  return (
    <>
      {has('kind') && (
        <Choice
          label={word('kind')}
          name="kind"
          chosen={values.kind ?? ''}
          options={kindsOf(loan, values.kind).map((kind) => [kind, word(kind)])}
        />
      )}
      {has('amount') && (
        <Field
          label={`${ta.acts.amount} (${currency})`}
          hint={hintOf(act, loan, values)}
          faults={isWrong ? [tb.list.wrongAmount] : []}
          input={{
            ...{ name: 'amount', inputMode: 'decimal', autoComplete: 'off' },
            ...{ defaultValue: values.amount, required: act.isWhole !== true },
          }}
        />
      )}
      {has('payment') && <PaymentField loan={loan} />}
      {has('arrival') && <ArrivalFields act={act} values={values} />}
    </>
  )
}

function hintOf(act: Act, loan: Loan, { kind }: Values): string {
  const { pay_off_amount: payOff, owed_amount: owed } = loan.loan
  if (act.isWhole) return ta.acts.whole(money(payOff, loan.currency))
  if (act.isArrival) return ta.acts.owed(money(owed, loan.currency))
  return ta.acts.most(money(allowedOf(act, loan, kind)?.max ?? 0, loan.currency))
}

function ArrivalFields({ act, values }: Pick<MoneyFieldsProps, 'act' | 'values'>) {
  const methods = METHODS.map((each) => [each, ta.acts.methods[each]] as const)
  return (
    <div class="pair">
      <Choice
        label={ta.acts.method}
        name="method"
        chosen={values.method ?? (act.isArrival ? 'bank_transfer' : '')}
        options={act.isArrival ? methods : [['', ta.acts.notYet], ...methods]}
      />
      <Field
        label={ta.acts.reference}
        input={{
          ...{ name: 'reference', maxLength: 140, autoComplete: 'off' },
          ...{ defaultValue: values.reference, required: act.isArrival === true },
        }}
      />
      <Field
        label={ta.acts.valueDate}
        hint={ta.acts.valueDateMore}
        input={{ name: 'value_date', type: 'date', defaultValue: values.value_date }}
      />
      <Choice
        label={ta.acts.spread}
        name="spread"
        chosen={values.spread ?? (act.isWhole ? 'spread' : 'next')}
        options={SPREADS.map((each) => [each, ta.acts.spreads[each]])}
      />
    </div>
  )
}

function PaymentField({ loan }: { loan: Loan }) {
  const options = reversiblePayments(loan).map(({ id, amount, kind, state, created }) => {
    const on = new Date(created).toLocaleDateString(t.locale)
    const text = `${money(amount, loan.currency)} · ${word(kind)}, ${on} (${word(state)})`
    return [id, text] as const
  })
  return <Choice label={ta.acts.payment} name="payment_id" options={options} />
}
