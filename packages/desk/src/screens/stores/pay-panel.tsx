import type { Answered as AnswerOf, OpenedLenderStore } from '@svc/api'
import { nameOf, type Values } from '../../client/unanswered.ts'
import { Field } from '../../parts/form.tsx'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { ta } from '../../texts/acts.ts'
import { word } from '../../texts/texts.ts'

type PayPanelProps = {
  readonly act: 'bank_account' | 'payout'
  readonly store: Pick<AnswerOf<typeof OpenedLenderStore>, 'id' | 'name' | 'currency'>
  readonly onClose: () => void
}

/** Its effects are shown first: the account, or the amount and its target. */
export function PayPanel({ act, store: { id, name, currency }, onClose }: PayPanelProps) {
  const title = ta.pay.acts[act]
  const isAccount = act === 'bank_account'
  const code = isAccount ? 'store_request' : 'routine'
  return (
    <WishPanel
      {...{ title, code, currency, onClose }}
      // No key may set an account, and a curl line would contain the whole number.
      isShown={!isAccount}
      name={nameOf(act, id)}
      path={isAccount ? `/lender/stores/${id}/bank-accounts` : '/lender/payouts'}
      incomplete={ta.pay.incomplete}
      wish={(values) => (isAccount ? accountIn(values) : { store_id: id })}
      sentence={() => `${title}: ${name}`}
      fields={(values) => isAccount && <Account values={values} />}
    />
  )
}

/** Undefined: incomplete. */
function accountIn({ iban = '', holder = '' }: Values): object | undefined {
  const wish = { iban: iban.trim(), holder: holder.trim() }
  return wish.iban === '' || wish.holder === '' ? undefined : wish
}

const Account = ({ values }: { values: Values }) => (
  <>
    <Field
      label={word('iban')}
      hint={ta.pay.callThem}
      input={{
        ...{ name: 'iban', defaultValue: values.iban, required: true, autoComplete: 'off' },
        ...{ spellcheck: false, autoCapitalize: 'characters', maxLength: 64 },
      }}
    />
    <Field
      label={word('holder')}
      input={{
        ...{ name: 'holder', defaultValue: values.holder, required: true, autoComplete: 'off' },
        maxLength: 255,
      }}
    />
  </>
)
