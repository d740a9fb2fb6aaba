/** What the OpenAPI document says of the routes beside this file. */
import { CampaignAnswer, CampaignArticlePage, CampaignPage, Type } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'
import { articleList, campaignList } from './list-store.ts'

export const createCampaign: RouteDoc = {
  operation: 'createCampaign',
  summary: 'Makes a campaign: a discount on the interest that buyers pay',
  answers: { 201: CampaignAnswer },
}

export const listCampaigns: RouteDoc = {
  operation: 'listCampaigns',
  summary: 'Campaigns, newest first',
  answers: { 200: CampaignPage },
  list: campaignList,
}

export const getCampaign: RouteDoc = {
  operation: 'getCampaign',
  summary: 'A campaign',
  answers: { 200: CampaignAnswer },
  errors: ['campaign_not_found'],
}

export const replaceCampaign: RouteDoc = {
  operation: 'replaceCampaign',
  summary: 'Replaces a campaign; what is absent gets its default',
  answers: { 204: null },
  errors: ['campaign_not_found'],
}

export const editCampaign: RouteDoc = {
  operation: 'editCampaign',
  summary: 'Edits a part of a campaign; orders keep what they were priced with',
  answers: { 204: null },
  errors: ['campaign_not_found'],
}

export const deleteCampaign: RouteDoc = {
  operation: 'deleteCampaign',
  summary: 'Deletes a campaign and its articles; orders keep what they were priced with',
  answers: { 204: null },
  errors: ['campaign_not_found'],
}

export const addArticles: RouteDoc = {
  operation: 'addCampaignArticles',
  summary: 'Adds articles to a partial campaign, or replaces those that it has; all or none',
  answers: { 204: null },
  errors: ['campaign_not_found', 'campaign_full'],
}

export const listArticles: RouteDoc = {
  operation: 'listCampaignArticles',
  summary: 'Articles of a partial campaign, newest first',
  answers: { 200: CampaignArticlePage },
  errors: ['campaign_not_found', 'campaign_full'],
  list: articleList,
}

export const removeArticles: RouteDoc = {
  operation: 'removeCampaignArticles',
  summary: 'Removes articles from a partial campaign: those named, or all without any query',
  answers: { 204: null },
  errors: ['campaign_not_found', 'campaign_full'],
  query: {
    'article-mid': Type.Optional(
      Type.String({ description: "The store's ids of the articles, separated by commas." }),
    ),
  },
}

export const removeArticle: RouteDoc = {
  operation: 'removeCampaignArticle',
  summary: 'Removes one article from a partial campaign, be it there or not',
  answers: { 204: null },
  errors: ['campaign_not_found', 'campaign_full'],
}
