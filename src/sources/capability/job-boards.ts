import { z } from 'zod'
import { nativeJobPosting } from '../../corpus/records/index.ts'
import { defineCapabilities } from '../capability.ts'
import { lines } from '../lines.ts'
import { maxPostings } from '../max-postings.ts'

/** Where a company lists its openings. At least one member is given. */
const boardsQuestion = z.object({ domain: z.string().nullable(), name: z.string().nullable() })

const boardsAnswer = z.object({
  boards: lines(
    z.object({
      url: z.url({ protocol: /^https?$/ }).max(2_048),
      /** Whether somebody looked it up for this company. A link on a page may lead to the board of another. */
      isConfirmed: z.boolean(),
    }),
    { most: 100 },
  ),
})

/** The openings that a board shows now. */
const postingsQuestion = z.object({
  /** Address of the board as people read it. */
  url: z.string(),
})

const postingsAnswer = z.object({
  /** Lines of the import format, without the company, which the one who asks knows. */
  postings: lines(nativeJobPosting, { most: maxPostings, moments: ['posted_at'] }),
  /** Whether these are all of the board: what is not among them is no longer open. */
  isComplete: z.boolean(),
  /** The employer as the board calls it. */
  employer: z.string().nullable(),
})

export const jobBoardCapabilities = defineCapabilities(
  {
    'company.boards': { question: boardsQuestion, answer: boardsAnswer },
    'board.postings': { question: postingsQuestion, answer: postingsAnswer },
  },
  {
    'company.boards': { domain: 'almanac-check.example', name: 'Almanac Check' },
    'board.postings': { url: 'https://job-boards.greenhouse.io/almanac-check-no-such-board' },
  },
)
