import { z } from 'zod'
import { defineCapabilities } from '../capability.ts'
import { ofNothing, ofUpload, page, replies, uploads } from './family-lines.ts'

const timeframes = ['all', 'day', 'week', 'month', 'year'] as const
const forumSorts = ['relevance', 'new', 'top', 'comment_count'] as const
const within = { sort: z.enum(forumSorts), timeframe: z.enum(timeframes), ...page }
const forumSearch = z.object({ query: z.string(), forum: z.string().nullable(), ...within })
const newest = { sort: 'new', timeframe: 'all', cursor: null } as const

/** What sources of the forum family can be asked; lines are those of the import format. */
export const forumCapabilities = defineCapabilities(
  {
    'forum.search': { question: forumSearch, answer: uploads },
    'forum.posts': { question: z.object({ forum: z.string(), ...within }), answer: uploads },
    'forum.post': { question: ofUpload, answer: uploads },
    'forum.comments': { question: ofUpload, answer: replies },
  },
  {
    'forum.search': { ...newest, query: 'almanac check', forum: null },
    'forum.posts': { ...newest, forum: 'almanac_check_no_such_forum' },
    'forum.post': ofNothing,
    'forum.comments': ofNothing,
  },
)
