import type { LiveSource } from '../../src/capabilities/live/index.ts'

/** A live source that knows everybody by the slug asked for. */
export const everybodyIsLive: LiveSource = {
  async ask(capability, question) {
    const { slug } = question as { slug: string | null }
    const answer =
      capability === 'company.live'
        ? { pnet_primary_slug: slug, li_headline: 'Now' }
        : { primary_slug: slug, headline: 'Now' }
    return {
      state: 'found',
      answer,
      source: 'wire',
      observedAt: '2026-01-15T11:59:00.000Z',
      confidence: 0.9,
    } as never
  },
}
