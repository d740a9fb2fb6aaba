/** OpenAPI descriptions of the routes in this folder. */
import { CampaignAnswer, CampaignArticlePage, CampaignPage, Type } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'
import { articleList, campaignList } from './list-store.ts'

export const createCampaign: RouteDoc = {
  operation: 'createCampaign',
  summary: 'Create a campaign: a discount on the interest that buyers pay',
  answers: { 201: CampaignAnswer },
}

export const listCampaigns: RouteDoc = {
  operation: 'listCampaigns',
  summary: 'List campaigns, newest first',
  answers: { 200: CampaignPage },
  list: campaignList,
}

export const getCampaign: RouteDoc = {
  operation: 'getCampaign',
  summary: 'Retrieve a campaign',
  answers: { 200: CampaignAnswer },
  errors: ['campaign_not_found'],
}

export const replaceCampaign: RouteDoc = {
  operation: 'replaceCampaign',
  summary: 'Replace a campaign; absent members get their default',
  answers: { 204: null },
  errors: ['campaign_not_found'],
}

export const editCampaign: RouteDoc = {
  operation: 'editCampaign',
  summary: 'Update a campaign; existing orders keep their prices',
  answers: { 204: null },
  errors: ['campaign_not_found'],
}

export const deleteCampaign: RouteDoc = {
  operation: 'deleteCampaign',
  summary: 'Delete a campaign and its articles; existing orders keep their prices',
  answers: { 204: null },
  errors: ['campaign_not_found'],
}

export const addArticles: RouteDoc = {
  operation: 'addCampaignArticles',
  summary: 'Add articles to a partial campaign, or update existing ones; all or none',
  answers: { 204: null },
  errors: ['campaign_not_found', 'campaign_full'],
}

export const listArticles: RouteDoc = {
  operation: 'listCampaignArticles',
  summary: 'List the articles of a partial campaign, newest first',
  answers: { 200: CampaignArticlePage },
  errors: ['campaign_not_found', 'campaign_full'],
  list: articleList,
}

export const removeArticles: RouteDoc = {
  operation: 'removeCampaignArticles',
  summary: 'Remove the named articles from a partial campaign; without a query, all of them',
  answers: { 204: null },
  errors: ['campaign_not_found', 'campaign_full'],
  query: {
    'article-mid': Type.Optional(
      Type.String({ description: "The store's ids of the articles, comma-separated." }),
    ),
  },
}

export const removeArticle: RouteDoc = {
  operation: 'removeCampaignArticle',
  summary: 'Remove one article from a partial campaign, whether or not it is there',
  answers: { 204: null },
  errors: ['campaign_not_found', 'campaign_full'],
}
