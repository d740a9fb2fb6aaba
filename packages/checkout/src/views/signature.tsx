import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Offer } from '../flow/types.ts'
import { CardPart } from './card.tsx'
import { Expiry } from './frame-parts.tsx'
import { BackIcon } from './icons.tsx'
import { Facts, Rates, Schedule, Timeline } from './offer-parts.tsx'
import { Papers } from './papers.tsx'
import { Button, backTo, Fault, NoticeOf, Title, Warning, Way } from './parts.tsx'
import { dueWithSignature } from './plan.ts'
import { useWriting, type ViewProps } from './view.ts'

/** The signed terms at a glance; and the signature. */
export function Signature({ state, actions }: ViewProps) {
  const { texts } = useWriting()
  const { chosen, card, busy, progress, notice } = state
  const signing = useSigning({ state, actions })
  if (chosen === null) return null

  const mayGoOn = notice !== 'cards_used_up'
  return (
    <form
      class="step"
      data-step="signature"
      aria-labelledby="title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) signing.sign()
      }}
    >
      <Title>{texts.signature.title}</Title>
      <Plan offer={chosen} total={progress?.total_amount ?? 0} />
      <Papers documentUrl={actions.documentUrl} hint={texts.signature.keep} />
      {mayGoOn && (
        <>
          <CardPart card={card} actions={actions} busy={busy} {...signing.card} />
          <Consent {...signing.consent} />
        </>
      )}
      <Warning />
      <Expiry state={state} />
      <Way>
        <NoticeOf notice={notice} />
        <Button action="back" kind="quiet" busy={busy} press={actions.back}>
          <BackIcon />
          <span class="back">{texts.back}</span>
        </Button>
        {mayGoOn ? (
          <Button action="sign" busy={busy}>
            <SignText offer={chosen} />
          </Button>
        ) : (
          <Button action="leave" press={actions.leave}>
            {backTo(texts, progress?.store.name ?? '')}
          </Button>
        )}
      </Way>
    </form>
  )
}

/**
 * A buyer who has pressed waits this long for the card's frame, which contacts a bank or its
 * network.
 */
const CARD_MS_MAX = 45_000

/** The requirements of the signature, and who provides them. */
function useSigning({ state, actions }: ViewProps) {
  const { texts } = useWriting()
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const [cardMissing, setCardMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  /** Until when the requested card signs on arrival: a card entered later does not. */
  const signsUntil = useRef(0)
  const needsCard = state.card === null && actions.cardFrameUrl() !== null
  return {
    sign() {
      setTried(true)
      if (!agreed) return field.current?.focus()
      if (!needsCard) return void actions.sign()
      // The input in the provider's frame is sent with the signature: one press for both.
      signsUntil.current = performance.now() + CARD_MS_MAX
      setAttempts(attempts + 1)
    },
    card: {
      place,
      attempts,
      fault: cardMissing && needsCard ? texts.signature.cardFault : undefined,
      entered() {
        const signs = agreed && performance.now() < signsUntil.current
        signsUntil.current = 0
        setCardMissing(false)
        if (signs) void actions.sign()
      },
      failed() {
        if (signsUntil.current === 0) return
        signsUntil.current = 0
        setCardMissing(true)
        place.current?.focus()
      },
    },
    consent: {
      field,
      agreed,
      change: setAgreed,
      fault: tried && !agreed ? texts.signature.consentFault : undefined,
    },
  }
}

/** Shows the amount due immediately. */
function SignText({ offer }: { readonly offer: Offer }) {
  const { texts, formats } = useWriting()
  const today = dueWithSignature(offer)
  return (
    <>{today === 0 ? texts.signature.sign : texts.signature.signAndPay(formats.money(today))}</>
  )
}

function Plan({ offer, total }: { readonly offer: Offer; readonly total: number }) {
  const { texts, formats } = useWriting()
  return (
    <section class="part plan" aria-labelledby="plan">
      <h2 id="plan">{texts.signature.plan}</h2>
      <p class="figure">
        {texts.offers.payments(offer.num_instalments, formats.money(offer.amount))}
      </p>
      <Rates offer={offer} />
      <h3>{texts.signature.payments}</h3>
      <Timeline offer={offer} />
      <details>
        <summary>{texts.offers.costs}</summary>
        <Facts offer={offer} total={total} />
        <Schedule offer={offer} />
      </details>
    </section>
  )
}

type ConsentProps = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly agreed: boolean
  readonly change: (agreed: boolean) => void
  readonly fault: string | undefined
}

function Consent({ field, agreed, change, fault }: ConsentProps) {
  const { texts } = useWriting()
  return (
    <div class="field">
      <label class={`consent ${fault ? 'wrong' : ''}`}>
        <input
          ref={field}
          type="checkbox"
          name="consent"
          checked={agreed}
          required
          aria-invalid={fault !== undefined}
          aria-describedby={fault && 'consent-fault'}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <span>{texts.signature.consent}</span>
      </label>
      <Fault id="consent-fault" text={fault} />
    </div>
  )
}
