import {
  CurrencyAnswer,
  choice,
  closed,
  count,
  flag,
  hexId,
  moment,
  money,
  nullable,
  words,
} from './answers.ts'
import { Type } from './common.ts'
import { decisionOutcomes } from './decisions.ts'
import { OfferAnswer } from './offer-answers.ts'
import { financingStatusAnswer, sandboxAnswer, statusReasonAnswer } from './order-answers.ts'

export const CheckoutToken = closed(
  {
    token: words('What follows the `#` in `checkout_url`: anyone who has it can sign.'),
  },
  { $id: 'CheckoutToken', description: 'What a page acts with as the buyer.' },
)

const known = (what: string) => nullable(words(`${what}; null where it is not known.`))

const KnownBuyer = closed(
  {
    email: known('E-mail address'),
    first_name: known('First name'),
    last_name: known('Last name'),
    phone: known('Phone number, masked: `••••••000`'),
    birthday: known('Date of birth, masked: `1990-••-••`'),
    document_id: known('Number of the identity document, masked: `•••••678Z`'),
  },
  { $id: 'KnownBuyer', description: 'What is known of the buyer.' },
)

const address = (when: string) =>
  nullable(Type.String({ format: 'uri' }), {
    description: `Where the buyer goes ${when}; null where the store has set no address.`,
  })

const StoreUrls = closed(
  {
    success: address('once it is confirmed'),
    pending: address('while it is pending'),
    ko: address('when it is refused'),
    error: address('when the page fails to open'),
    dismiss: address('on leaving'),
  },
  {
    $id: 'StoreUrls',
    description: 'Absolute http or https addresses, with the fallbacks of the creation body.',
  },
)

const SandboxPerson = closed(
  {
    document_id: words('Number of the identity document.'),
    outcome: choice(decisionOutcomes, 'The outcome of a signature by this person.'),
  },
  { $id: 'SandboxPerson', description: 'A person of the sandbox.' },
)

const ProgressArticle = closed(
  {
    name: words('Its name.'),
    quantity: count('How many pieces.'),
    price: money('Price of one piece without tax'),
  },
  { $id: 'ProgressArticle', description: 'An item of the order.' },
)

/** What the buyer's page shows, whatever the state. */
export const CheckoutProgress = closed(
  {
    id: hexId('Id of the checkout and of the order that it becomes.'),
    status: financingStatusAnswer,
    status_reason: statusReasonAnswer,
    expires_at: nullable(moment('When the present state ends by itself')),
    now: moment('The time of the store'),
    sandbox: sandboxAnswer,
    store: closed({
      name: words('Name of the store; the one of its branding, where it has set one.'),
      url: words('Its site; empty where it has named none.'),
      lender: nullable(words('Who grants the credit; null: the store itself.')),
      color: nullable(words("`#rrggbb`: the store's own colour.")),
      text_color: nullable(words('What can be read on it.')),
      logo: nullable(
        closed({
          path: words('Where it is served.'),
          width: count('In pixels.'),
          height: count('In pixels.'),
        }),
        { description: "The store's own logo." },
      ),
    }),
    language: known("The customer's language, as the store sent it"),
    currency: CurrencyAnswer,
    total_amount: money('The total that is financed'),
    articles: Type.Array(ProgressArticle, { description: 'What is bought.' }),
    buyer: nullable(KnownBuyer, {
      description: 'Saved data replace what the store sent; null once signing is not possible.',
    }),
    income_required: flag('Whether the store requires the buyer’s income at this total.'),
    signed: nullable(OfferAnswer, {
      description: 'What was signed; null before the signature, and for a token from before it.',
    }),
    urls: StoreUrls,
    close_on_success: flag('Whether the page closes by itself after success.'),
    card_frame: nullable(words("Path of the provider's frame; null: no card is required.")),
    people: Type.Array(SandboxPerson, {
      description: 'Who may be tried in the sandbox and the demo; else empty.',
    }),
  },
  { $id: 'CheckoutProgress', description: "A checkout as the buyer's page shows it." },
)
