import type { z } from 'zod'
import type { RevealedProfile, revealOutput } from './schema.ts'

/** The standard body: the first profile, and all of them when several were requested. */
export function revealAnswer(
  profiles: readonly RevealedProfile[],
  isList: boolean,
): z.input<typeof revealOutput> {
  const profile = profiles[0] as RevealedProfile
  const { pnetUrl, name } = profile
  return {
    profile,
    done: true,
    pnetUrl,
    name,
    success: profiles.some(({ success }) => success),
    ...(isList ? { profiles: [...profiles] } : {}),
  }
}
