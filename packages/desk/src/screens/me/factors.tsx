import type { Answered as AnswerOf, FactorsAnswer, RecoveryCodesAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { hasPasskeys, makePasskey } from '../../client/passkeys.ts'
import { entered, type Me } from '../../client/session.ts'
import { write } from '../../client/writing.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Fault, Field, Form, useSending } from '../../parts/form.tsx'
import { Answered } from '../../parts/states.tsx'
import { Moment, Words } from '../../parts/values.tsx'
import { tm } from '../../texts/me.ts'
import { t } from '../../texts/texts.ts'
import { Device } from './device.tsx'

type Known = AnswerOf<typeof FactorsAnswer>
const PATH = '/lender/me/factors'

export function Factors() {
  const known = useAnswer<Known>(PATH, { ofNoMode: true })
  return (
    <Answered known={known} lines={13}>
      {({ factors, passkeys }) => (
        <>
          <h3>{tm.passkeys}</h3>
          <Passkeys passkeys={passkeys} />
          <h3>{tm.password}</h3>
          <Password isSet={factors.password} />
          <h3>{tm.device}</h3>
          <Device isSet={factors.totp} />
          <h3>{tm.recovery}</h3>
          <RecoveryCodes left={factors.recovery_codes} />
        </>
      )}
    </Answered>
  )
}

function Passkeys({ passkeys }: Pick<Known, 'passkeys'>) {
  const sending = useSending()
  const removing = useSending()
  const [isCancelled, setCancelled] = useState(false)
  const add = async ({ name = '' }) => {
    const options = await write<PublicKeyCredentialCreationOptionsJSON>({
      ...{ method: 'POST', path: `${PATH}/passkeys/options` },
    })
    const credential = await makePasskey(options)
    setCancelled(credential === undefined)
    if (credential === undefined) return
    const body = { name, credential }
    entered(await write<Me>({ method: 'POST', path: `${PATH}/passkeys`, body }))
  }
  const remove = (id: string) => write({ method: 'DELETE', path: `${PATH}/passkeys/${id}` })
  return (
    <>
      <ul class="rows">
        {passkeys.map(({ id, name, last_used: used }) => (
          <li key={id}>
            <div>
              <Words>{name}</Words>
              <p class="hint">{used === null ? tm.lastUsed(tm.never) : <Moment at={used} />}</p>
            </div>
            <button type="button" onClick={() => void removing.send(() => remove(id))}>
              {tm.remove}
            </button>
          </li>
        ))}
      </ul>
      <Fault failure={removing.failure} />
      {hasPasskeys() ? (
        <Form sending={sending} button={tm.addPasskey} onSend={add}>
          <Field
            label={tm.passkeyName}
            input={{ name: 'name', required: true, maxLength: 100, autocomplete: 'off' }}
          />
          {isCancelled && (
            <p class="hint" role="status">
              {tm.notMade}
            </p>
          )}
        </Form>
      ) : (
        <p class="hint">{t.signIn.noPasskey}</p>
      )}
    </>
  )
}

function Password({ isSet }: { isSet: boolean }) {
  const sending = useSending()
  return (
    <Form
      sending={sending}
      button={tm.setPassword}
      onSend={async (body) =>
        entered(await write<Me>({ method: 'POST', path: `${PATH}/password`, body }))
      }
    >
      <Field
        label={isSet ? tm.newPassword : tm.password}
        hint={tm.passwordMore}
        input={{
          ...{ name: 'password', type: 'password', required: true },
          ...{ minLength: 12, maxLength: 128, autocomplete: 'new-password' },
        }}
      />
    </Form>
  )
}

function RecoveryCodes({ left }: { left: number }) {
  const sending = useSending()
  const [codes, setCodes] = useState<readonly string[]>([])
  const make = async () => {
    const path = `${PATH}/recovery-codes`
    const made = await write<AnswerOf<typeof RecoveryCodesAnswer>>({ method: 'POST', path })
    setCodes(made.codes)
  }
  return (
    <>
      <p class="hint">{tm.recoveryLeft(left)}</p>
      {codes.length > 0 && (
        <div class="note">
          <p>{tm.keepRecovery}</p>
          <ul class="codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <CopyButton text={codes.join('\n')} />
        </div>
      )}
      <Fault failure={sending.failure} />
      <button type="button" onClick={() => void sending.send(make)}>
        {tm.makeRecovery}
      </button>
    </>
  )
}
