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
    token: words(
      "The buyer's token, as after the `#` of `checkout_url`; anyone who has it can sign.",
    ),
  },
  { $id: 'CheckoutToken', description: 'A token that lets a page act as the buyer.' },
)

const known = (what: string) => nullable(words(`${what}; null if unknown.`))

const KnownBuyer = closed(
  {
    email: known('E-mail address'),
    first_name: known('First name'),
    last_name: known('Last name'),
    phone: known('Phone number, masked: `••••••000`'),
    birthday: known('Date of birth, masked: `1990-••-••`'),
    document_id: known('Number of the identity document, masked: `•••••678Z`'),
  },
  { $id: 'KnownBuyer', description: 'The known data of the buyer.' },
)

const address = (when: string) =>
  nullable(Type.String({ format: 'uri' }), {
    description: `URL for the buyer ${when}; null if the store has set none.`,
  })

const StoreUrls = closed(
  {
    success: address('once the order is confirmed'),
    pending: address('while the order is pending'),
    ko: address('if the order is declined'),
    error: address('if the page fails to open'),
    dismiss: address('after leaving'),
  },
  {
    $id: 'StoreUrls',
    description: 'Absolute http or https URLs, with the defaults of the creation body.',
  },
)

const SandboxPerson = closed(
  {
    document_id: words('Number of the identity document.'),
    outcome: choice(decisionOutcomes, 'The outcome of a signature by this person.'),
  },
  { $id: 'SandboxPerson', description: 'A test person of the sandbox.' },
)

const ProgressArticle = closed(
  {
    name: words('Name.'),
    quantity: count('Quantity.'),
    price: money('Unit price without tax'),
  },
  { $id: 'ProgressArticle', description: 'An item of the order.' },
)

/** The data of the buyer's page, in any state. */
export const CheckoutProgress = closed(
  {
    id: hexId('Id of the checkout and of the order that it becomes.'),
    status: financingStatusAnswer,
    status_reason: statusReasonAnswer,
    expires_at: nullable(moment('When the current state expires')),
    now: moment('Current time of the store'),
    sandbox: sandboxAnswer,
    store: closed({
      name: words('Name of the store, or its brand name if set.'),
      url: words("URL of the store's site; empty if it has set none."),
      lender: nullable(words('The creditor; null if the store itself grants the credit.')),
      color: nullable(words("`#rrggbb`: the store's brand colour.")),
      text_color: nullable(words('Text colour that is readable on it.')),
      logo: nullable(
        closed({
          path: words('URL of the logo.'),
          width: count('Size in pixels.'),
          height: count('Size in pixels.'),
        }),
        { description: "The store's own logo." },
      ),
    }),
    language: known("The customer's language, as the store sent it"),
    currency: CurrencyAnswer,
    total_amount: money('The financed total'),
    articles: Type.Array(ProgressArticle, { description: 'The articles.' }),
    buyer: nullable(KnownBuyer, {
      description:
        "The buyer's data; saved data replace those sent by the store. Null once " +
        'signing is no longer possible.',
    }),
    income_required: flag('Whether the store requires the buyer’s income at this total.'),
    signed: nullable(OfferAnswer, {
      description: 'The signed plan; null before the signature, and for a token issued before it.',
    }),
    urls: StoreUrls,
    close_on_success: flag('Whether the page closes by itself after success.'),
    card_frame: nullable(words("Path of the card provider's frame; null if no card is required.")),
    people: Type.Array(SandboxPerson, {
      description: 'Test persons, in the sandbox and the demo; otherwise empty.',
    }),
  },
  { $id: 'CheckoutProgress', description: "A checkout as the buyer's page shows it." },
)
