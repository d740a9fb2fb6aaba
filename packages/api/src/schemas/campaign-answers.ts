import { limits } from '../limits.ts'
import { closed, nullable, pageOf } from './answers.ts'
import { optional, Type } from './common.ts'

const LOCAL = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`
const clock = (description: string) => Type.String({ pattern: `${LOCAL}$`, description })
const amount = () => Type.Integer({ minimum: 0, maximum: limits.amountMax })

/** A campaign; times are the store's, without an offset. */
export const CampaignAnswer = closed(
  {
    id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Of the service.' }),
    name: Type.String({ description: 'Of the store.' }),
    start_date: clock('The first second in which it counts.'),
    end_date: nullable(clock(''), {
      description: 'The last second in which it counts; null: no end.',
    }),
    interest: Type.Integer({
      minimum: 0,
      maximum: limits.rateMax,
      description: 'What it takes off the interest, in hundredths of a percent: 10000 is all.',
    }),
    partial: Type.Boolean({ description: 'Whether it covers its articles only.' }),
    num_instalments: Type.Array(Type.Integer({ minimum: 1, maximum: limits.instalmentsMax }), {
      description: 'Numbers of instalments for which it counts; empty: all.',
    }),
    min_order_amount: nullable(amount(), {
      description: 'The least order total, inclusive, in minor units.',
    }),
    max_order_amount: nullable(amount(), {
      description: 'The greatest order total, inclusive, in minor units.',
    }),
    created: Type.String({ pattern: `${LOCAL}\\.\\d{6}$`, description: 'When it was made.' }),
  },
  { $id: 'Campaign', description: 'A discount on the interest that buyers pay.' },
)

export const CampaignArticleAnswer = closed(
  {
    id: Type.String({ description: "The store's own id of the article." }),
    name: Type.String({ description: 'Of the article.' }),
    url: nullable(Type.String({ format: 'uri' }), {
      description: 'Where the store shows it; null: what it sent is no address.',
    }),
    description: nullable(Type.String(), { description: 'Text of the store, or null.' }),
    image_url: nullable(Type.String({ format: 'uri' }), {
      description: 'Where its image is, or null.',
    }),
    warnings: optional(
      Type.Array(Type.String(), {
        description: 'What of it was cut or left out when the store sent it; absent: nothing.',
      }),
    ),
  },
  { $id: 'CampaignArticle', description: 'An article that a partial campaign covers.' },
)

export const CampaignPage = pageOf(CampaignAnswer, 'CampaignPage')
export const CampaignArticlePage = pageOf(CampaignArticleAnswer, 'CampaignArticlePage')
