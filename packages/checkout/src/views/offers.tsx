import { useRef, useState } from 'preact/hooks'
import type { Offer } from '../flow/types.ts'
import { Expiry } from './frame-parts.tsx'
import { Facts, Rates, Schedule, useRhythm } from './offer-parts.tsx'
import { Button, Fault, NoticeOf, Title, Warning, Way } from './parts.tsx'
import { byCost, isSame, nameOf } from './plan.ts'
import { useWriting, type ViewProps } from './view.ts'

/** The total cost of every way to pay, before the buyer enters anything. */
export function Offers({ state, actions }: ViewProps) {
  const { texts, formats } = useWriting()
  const { offers, chosen, progress, busy } = state
  const total = progress?.total_amount ?? 0
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  return (
    <form
      class="step"
      data-step="offers"
      aria-labelledby="title"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (busy) return
        if (chosen !== null) return actions.next()
        setTried(true)
        form.current?.querySelector('input')?.focus()
      }}
    >
      <Title>{texts.offers.title}</Title>
      <p class="lead">{texts.offers.lead}</p>
      <NoticeOf notice={state.notice} />
      <div
        role="radiogroup"
        aria-labelledby="title"
        aria-describedby={tried && chosen === null ? 'choice-fault' : undefined}
      >
        {byCost(offers).map(({ cost, offers: ofCost }) => (
          <section key={cost} class="product" aria-labelledby={cost}>
            <h2 id={cost}>{texts.offers[cost]}</h2>
            {ofCost.map((offer) => (
              <OfferCard
                key={nameOf(offer)}
                offer={offer}
                total={total}
                chosen={isSame(offer, chosen)}
                choose={() => actions.choose(offer)}
              />
            ))}
          </section>
        ))}
      </div>
      <Warning />
      <Expiry state={state} />
      <Way>
        {tried && chosen === null && <Fault id="choice-fault" text={texts.offers.choose} />}
        {chosen !== null && (
          <p class="choice">
            <span>
              {texts.offers.payments(chosen.num_instalments, formats.money(chosen.amount))}
            </span>
            <span>
              {texts.offers.total} {formats.money(chosen.total_amount)}
            </span>
          </p>
        )}
        <Button action="next" busy={busy}>
          {texts.offers.next}
        </Button>
      </Way>
    </form>
  )
}

type CardProps = {
  readonly offer: Offer
  readonly total: number
  readonly chosen: boolean
  readonly choose: () => void
}

function OfferCard({ offer, total, chosen, choose }: CardProps) {
  const { texts, formats } = useWriting()
  const name = nameOf(offer)
  const rhythm = useRhythm(offer)
  return (
    <div class={`offer ${chosen ? 'chosen' : ''}`}>
      <label class="head">
        <input
          type="radio"
          name="offer"
          value={name}
          checked={chosen}
          data-action="choose"
          data-offer={name}
          aria-describedby={`${name}-costs`}
          onChange={choose}
        />
        <span class="what">
          <strong>
            {texts.offers.payments(offer.num_instalments, formats.money(offer.amount))}
          </strong>
          <span class="soft">{rhythm}</span>
          {offer.downpayment_amount > 0 && (
            <span class="soft">
              {texts.offers.downPayment(formats.money(offer.downpayment_amount))}
            </span>
          )}
        </span>
      </label>
      <div class="costs" id={`${name}-costs`}>
        <Rates offer={offer} />
        {offer.discounts?.map((each) => (
          <p key={each.campaign_id} class="saving">
            {texts.offers.discount(each.name, formats.money(each.amount))}
          </p>
        ))}
      </div>
      {chosen && (
        <>
          <Facts offer={offer} total={total} />
          <details>
            <summary>{texts.offers.schedule}</summary>
            <Schedule offer={offer} />
          </details>
        </>
      )}
    </div>
  )
}
