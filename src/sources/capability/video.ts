import { z } from 'zod'
import { defineCapabilities } from '../capability.ts'
import { accounts, ofAccount, ofNobody, ofNothing, ofUpload, page, replies, uploads } from './family-lines.ts'

const search = z.object({ query: z.string(), ...page })
const forNothing = { query: 'almanac check', cursor: null }

/** What sources of the video family can be asked; lines are those of the import format. */
export const videoCapabilities = defineCapabilities(
  {
    'video.profile': { question: ofAccount, answer: accounts },
    'video.videos': { question: ofAccount, answer: uploads },
    'video.followers': { question: ofAccount, answer: accounts },
    'video.following': { question: ofAccount, answer: accounts },
    'video.users': { question: search, answer: accounts },
    'video.search': { question: search, answer: uploads },
    'video.hashtag': { question: z.object({ hashtag: z.string(), ...page }), answer: uploads },
    'video.trending': { question: z.object(page), answer: uploads },
    'video.video': { question: ofUpload, answer: uploads },
    'video.transcript': { question: ofUpload, answer: uploads },
    'video.comments': { question: ofUpload, answer: replies },
    'video.replies': {
      question: z.object({ commentId: z.string(), videoId: z.string().nullable(), ...page }),
      answer: replies,
    },
    'video.songs': { question: z.object(page), answer: uploads },
    'video.song': { question: ofUpload, answer: uploads },
    'video.song_videos': { question: ofUpload, answer: uploads },
  },
  {
    'video.profile': ofNobody,
    'video.videos': ofNobody,
    'video.followers': ofNobody,
    'video.following': ofNobody,
    'video.users': forNothing,
    'video.search': forNothing,
    'video.hashtag': { hashtag: 'almanaccheck', cursor: null },
    'video.trending': { cursor: null },
    'video.video': ofNothing,
    'video.transcript': ofNothing,
    'video.comments': ofNothing,
    'video.replies': { commentId: ofNothing.id, videoId: null, cursor: null },
    'video.songs': { cursor: null },
    'video.song': ofNothing,
    'video.song_videos': ofNothing,
  },
)
