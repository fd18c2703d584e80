import { z } from 'zod'
import { kinds } from '../../corpus/kinds/index.ts'
import { nativeAccount, nativeReply, nativeUpload } from '../../corpus/records/index.ts'
import { lines } from '../lines.ts'

/** Goes on where a page ended; what it means is the source's own business. */
const cursor = z
  .string()
  .max(4_000)
  .nullish()
  .transform((value) => value ?? null)
export const page = { cursor: z.string().nullable().describe('Of the page before; null for the first.') }

/** An account, by its handle in lower case without `@`. */
export const ofAccount = z.object({ handle: z.string(), ...page })

/** A post, thread, video or song by its id or shortcode, with its address where that was given. */
export const ofUpload = z.object({ id: z.string(), url: z.string().nullable(), ...page })

// What the question says already need not be in the lines: the platform, and what replies are on.
export const accounts = z.object({
  accounts: lines(nativeAccount.partial({ platform: true }), { most: 1_000 }),
  cursor,
})
export const uploads = z.object({
  uploads: lines(nativeUpload.partial({ platform: true }), { most: 1_000, moments: kinds.uploads.moments }),
  cursor,
})
export const replies = z.object({
  replies: lines(nativeReply.partial({ platform: true, upload_id: true }), {
    most: 1_000,
    moments: kinds.replies.moments,
  }),
  cursor,
})

/** Samples: an account, an upload and words that nobody has. */
export const ofNobody = { handle: 'almanac_check_no_such_account', cursor: null }
export const ofNothing = { id: 'almanac-check-no-such-id', url: null, cursor: null }
