import { nameOf } from '../../client/unanswered.ts'
import { Field } from '../../parts/form.tsx'
import { money } from '../../parts/format.ts'
import { Effects } from '../../parts/money/effects.tsx'
import { MoneyPanel, type ReadForm } from '../../parts/money/money-panel.tsx'
import { Words } from '../../parts/values.tsx'
import { ta } from '../../texts/acts.ts'
import { tb } from '../../texts/book.ts'
import { to } from '../../texts/own.ts'
import { word } from '../../texts/texts.ts'
import { type Act, limitOf, lineNames, type Order, readForm, startOf } from './acts.ts'

type OrderPanelProps = {
  readonly act: Act
  readonly order: Order
  readonly onClose: () => void
}

/** An action of store staff on the money of an order, with its fields. */
export function OrderPanel({ act, order, onClose }: OrderPanelProps) {
  const { id, currency, instalment_plan: plan } = order
  return (
    <MoneyPanel
      isShown
      title={to.acts.names[act.name]}
      name={nameOf(act.name, id)}
      path={`/orders/${id}${act.path}`}
      method={act.method ?? 'POST'}
      start={startOf(act, order)}
      read={(values) => readForm(act, order, values)}
      fields={(values, form) => <Fields {...{ act, order, values, form }} />}
      effects={(effects) => (
        <Effects
          effects={effects}
          currency={currency.code}
          before={plan?.loan ?? undefined}
          order={order}
        />
      )}
      onClose={onClose}
    />
  )
}

type FieldsProps = Pick<OrderPanelProps, 'act' | 'order'> & {
  readonly values: Readonly<Record<string, string>>
  readonly form: ReadForm
}

function Fields({ act: { name }, order, values, form }: FieldsProps) {
  if (name === 'cancel') return <p>{to.acts.cancelMore}</p>
  const { code } = order.currency
  const limit = limitOf(order.allowed_actions[name])
  const isWrong = name !== 'edit' && form.body === undefined && (values.amount ?? '') !== ''
  return (
    <>
      <Field
        label={`${name === 'edit' ? word('total_amount') : ta.acts.amount} (${code})`}
        hint={
          limit === undefined
            ? to.acts.signed(money(order.approved_amount, code))
            : to.acts.most(money(limit, code))
        }
        faults={isWrong ? [tb.list.wrongAmount] : []}
        input={{
          ...{ name: 'amount', inputMode: 'decimal', autoComplete: 'off', required: true },
          defaultValue: values.amount,
        }}
      />
      {name === 'edit' && <Lines order={order} values={values} />}
    </>
  )
}

function Lines({ order: { articles, currency }, values }: Pick<FieldsProps, 'order' | 'values'>) {
  if (articles.length === 0) return null
  return (
    <fieldset class="form">
      <legend>{tb.order.articles}</legend>
      <p class="hint">{to.acts.linesMore}</p>
      {articles.map((article, index) => {
        const names = lineNames(index)
        return (
          <fieldset key={names.price}>
            <legend class="soft">
              <Words>{article.name}</Words>
            </legend>
            <div class="pair">
              <Field
                label={word('quantity')}
                input={{
                  ...{ name: names.quantity, inputMode: 'numeric', autoComplete: 'off' },
                  defaultValue: values[names.quantity],
                }}
              />
              <Field
                label={`${word('price')} (${currency.code})`}
                input={{
                  ...{ name: names.price, inputMode: 'decimal', autoComplete: 'off' },
                  defaultValue: values[names.price],
                }}
              />
            </div>
          </fieldset>
        )
      })}
    </fieldset>
  )
}
