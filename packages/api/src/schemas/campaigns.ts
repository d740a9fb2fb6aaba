import { limits } from '../limits.ts'
import {
  Amount,
  DateTime,
  Identifier,
  lenient,
  optional,
  type Patch,
  RequiredText,
  type Static,
  Text,
  Type,
  Url,
  withoutDefault,
} from './common.ts'

/** Hundredths of a percent, 0…10000, as a number or as a string of digits. */
const Interest = () =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    minimum: 0,
    maximum: limits.rateMax,
    'x-amount': true,
    'x-digits': true,
  })

const Name = () => RequiredText(limits.campaignNameMax)

const further = {
  end_date: optional(DateTime()),
  partial: optional(Type.Boolean()),
  num_instalments: optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: limits.instalmentsMax }), {
      maxItems: limits.instalmentsMax,
    }),
  ),
  min_order_amount: optional(Amount()),
  max_order_amount: optional(Amount()),
}

/** Body of `POST /me/campaigns` and of PUT: what is optional and absent is its default. */
export const CampaignBody = Type.Object({
  name: Name(),
  start_date: DateTime(),
  interest: Interest(),
  ...further,
})

/** Body of PATCH, a merge patch (RFC 7396): what is absent stays, null is the default. */
export const CampaignChangeBody = Type.Object(
  {
    name: withoutDefault(Name()),
    start_date: withoutDefault(DateTime()),
    interest: withoutDefault(Interest()),
    ...further,
  },
  { 'x-patch': true },
)
type ChangedCampaign = Static<typeof CampaignChangeBody>
export type CampaignChange = Pick<ChangedCampaign, 'name' | 'start_date' | 'interest'> &
  Patch<Omit<ChangedCampaign, 'name' | 'start_date' | 'interest'>>

/** An article of a partial campaign; `id` is the store's own. */
export const CampaignArticle = Type.Object({
  id: Identifier(),
  name: lenient('cut', RequiredText()),
  url: lenient('null', Type.Unsafe<string | null>(Url())),
  description: optional(lenient('cut', Text(limits.descriptionMax))),
  image_url: optional(lenient('drop', Url())),
})
export type CampaignArticle = Static<typeof CampaignArticle>

/** Body of `POST /me/campaigns/:campaignId/articles`. */
export const CampaignArticlesBody = Type.Array(CampaignArticle, {
  minItems: 1,
  maxItems: limits.articlesMax,
})
