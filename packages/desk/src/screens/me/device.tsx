import type { Answered as AnswerOf, TotpSecretAnswer } from '@svc/api'
import { toSvgPath } from 'lean-qr/extras/svg'
import { generate } from 'lean-qr/nano'
import { useMemo, useState } from 'preact/hooks'
import { entered, type Me } from '../../client/session.ts'
import { write } from '../../client/writing.ts'
import { Fault, Form, useSending } from '../../parts/form.tsx'
import { tm } from '../../texts/me.ts'
import { CodeField } from '../sign-in/sign-in.tsx'

type Offer = AnswerOf<typeof TotpSecretAnswer>
const PATH = '/lender/me/factors/totp'

/** The authenticator app: it reads the secret, then its first code is entered. */
export function Device({ isSet }: { isSet: boolean }) {
  const sending = useSending()
  const [offer, setOffer] = useState<Offer>()
  const begin = async () => {
    setOffer(await write<Offer>({ method: 'POST', path: `${PATH}/options` }))
  }
  if (offer !== undefined) return <Scan offer={offer} onDone={() => setOffer(undefined)} />
  return (
    <>
      <Fault failure={sending.failure} />
      <div class="buttons">
        <button type="button" onClick={() => void sending.send(begin)}>
          {tm.addDevice}
        </button>
        {isSet && (
          <button
            type="button"
            onClick={() => void sending.send(() => write({ method: 'DELETE', path: PATH }))}
          >
            {tm.removeDevice}
          </button>
        )}
      </div>
    </>
  )
}

function Scan({ offer, onDone }: { offer: Offer; onDone: () => void }) {
  const { secret, ticket, uri } = offer
  const sending = useSending()
  return (
    <>
      <p>{tm.scan}</p>
      <Picture text={uri} />
      <p>
        <code class="secret">{secret}</code>
      </p>
      <Form
        sending={sending}
        button={tm.confirmDevice}
        onSend={async ({ code = '' }) => {
          const body = { secret, ticket, code: code.replace(/\s/g, '') }
          entered(await write<Me>({ method: 'POST', path: PATH, body }))
          onDone()
        }}
      >
        <CodeField />
      </Form>
    </>
  )
}

const QUIET = 4

/** Dark on white in both themes: readers of codes expect it. */
function Picture({ text }: { text: string }) {
  const code = useMemo(() => generate(text), [text])
  const size = code.size + 2 * QUIET
  return (
    <svg class="qr" viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`} role="img" aria-label="QR">
      <path d={toSvgPath(code)} />
    </svg>
  )
}
