import { limits } from '../limits.ts'
import { closed, nullable, pageOf } from './answers.ts'
import { optional, Type } from './common.ts'

const LOCAL = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`
const clock = (description: string) => Type.String({ pattern: `${LOCAL}$`, description })
const amount = () => Type.Integer({ minimum: 0, maximum: limits.amountMax })

/** A campaign; times are the store's, without an offset. */
export const CampaignAnswer = closed(
  {
    id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Id of the campaign.' }),
    name: Type.String({ description: "The store's name of the campaign." }),
    start_date: clock('Start of the campaign, inclusive.'),
    end_date: nullable(clock(''), {
      description: 'End of the campaign, inclusive; null: no end.',
    }),
    interest: Type.Integer({
      minimum: 0,
      maximum: limits.rateMax,
      description: 'The discount on the interest, in hundredths of a percent: 10000 is all of it.',
    }),
    partial: Type.Boolean({ description: 'Whether it only covers its own articles.' }),
    num_instalments: Type.Array(Type.Integer({ minimum: 1, maximum: limits.instalmentsMax }), {
      description: 'Numbers of instalments it applies to; empty: all.',
    }),
    min_order_amount: nullable(amount(), {
      description: 'Minimum order total, inclusive, in minor units.',
    }),
    max_order_amount: nullable(amount(), {
      description: 'Maximum order total, inclusive, in minor units.',
    }),
    created: Type.String({ pattern: `${LOCAL}\\.\\d{6}$`, description: 'Creation time.' }),
  },
  { $id: 'Campaign', description: 'A discount on the interest that buyers pay.' },
)

export const CampaignArticleAnswer = closed(
  {
    id: Type.String({ description: "The store's own id of the article." }),
    name: Type.String({ description: 'Name of the article.' }),
    url: nullable(Type.String({ format: 'uri' }), {
      description: 'URL of the article; null if the store sent an invalid one.',
    }),
    description: nullable(Type.String(), { description: 'Description by the store, or null.' }),
    image_url: nullable(Type.String({ format: 'uri' }), {
      description: 'URL of its image, or null.',
    }),
    warnings: optional(
      Type.Array(Type.String(), {
        description: 'Warnings about truncated or ignored values; absent if there are none.',
      }),
    ),
  },
  { $id: 'CampaignArticle', description: 'An article that a partial campaign covers.' },
)

export const CampaignPage = pageOf(CampaignAnswer, 'CampaignPage')
export const CampaignArticlePage = pageOf(CampaignArticleAnswer, 'CampaignArticlePage')
