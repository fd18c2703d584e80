import { z } from 'zod'
import { seniorities } from './person-enums.ts'

/** Where the work is done. */
export const jobLocationTypes = ['On-site', 'Remote', 'Hybrid'] as const
export const jobLocationType = z.enum(jobLocationTypes).meta({ id: 'JobLocationType' })
export type JobLocationType = (typeof jobLocationTypes)[number]

/** Level of the position a posting offers. */
export const postingSeniority = z.enum([...seniorities, 'Not Applicable']).meta({ id: 'PostingSeniority' })

/** Whether a posting still takes applications. */
const jobPostingStatuses = ['active', 'closed'] as const
export const jobPostingStatus = z.enum(jobPostingStatuses).meta({ id: 'JobPostingStatus' })
export type JobPostingStatus = (typeof jobPostingStatuses)[number]

/** Period a pay figure is for. */
const payPeriods = ['hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const
export const payPeriod = z.enum(payPeriods).meta({ id: 'PayPeriod' })
export type PayPeriod = (typeof payPeriods)[number]

/** Tone of an article. */
const sentiments = ['positive', 'negative', 'neutral'] as const
export const sentiment = z.enum(sentiments).meta({ id: 'Sentiment' })
export type Sentiment = (typeof sentiments)[number]

/** Reactions to a post. */
export const reactionTypes = ['LIKE', 'LOVE', 'INSIGHTFUL', 'CELEBRATE', 'SUPPORT', 'FUNNY'] as const
export const reactionType = z.enum(reactionTypes).meta({ id: 'ReactionType' })
export type ReactionType = (typeof reactionTypes)[number]
