import type { Call } from '../../operation/index.ts'

/** Says that the answer is not live. No source that could fetch is installed, so the extra is not charged either. */
export function warnNotLive(call: Call, asked: boolean): void {
  if (asked)
    call.warn(
      'liveFetch',
      'No live source is set up: the answer comes from the corpus, and the live fetch is not charged.',
    )
}
