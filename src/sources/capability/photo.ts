import { defineCapabilities } from '../capability.ts'
import { accounts, ofAccount, ofNobody, ofNothing, ofUpload, replies, uploads } from './family-lines.ts'

/** What sources of the photo family can be asked; lines are those of the import format. */
export const photoCapabilities = defineCapabilities(
  {
    'photo.profile': { question: ofAccount, answer: accounts },
    'photo.posts': { question: ofAccount, answer: uploads },
    'photo.reels': { question: ofAccount, answer: uploads },
    'photo.post': { question: ofUpload, answer: uploads },
    'photo.comments': { question: ofUpload, answer: replies },
  },
  {
    'photo.profile': ofNobody,
    'photo.posts': ofNobody,
    'photo.reels': ofNobody,
    'photo.post': ofNothing,
    'photo.comments': ofNothing,
  },
)
