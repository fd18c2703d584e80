import type { z } from 'zod'
import { meantMember } from './meant-member.ts'
import { definition, join, unwrap } from './schema-walk.ts'

/** An object of a request: what it may hold, and the objects it stands in, the outermost first. */
export interface Level {
  path: string
  shape: Record<string, z.ZodType>
  around: readonly Level[]
}

/** Where more places could be meant, naming some would be guessing. */
const maxPlaces = 2

/**
 * Where else in a request a member belongs that its own object does not know: in one of the objects there (`country` beside
 * searchParams: `"searchParams.headquartersCountryCode"`), or in one around it (`pageSize` within searchParams).
 */
export function meantPlace(name: string, level: Level): string | undefined {
  const inside = innerLevels(level).flatMap((inner) => placeIn(name, inner) ?? [])
  if (inside.length > 0 && inside.length <= maxPlaces) return inside.map((path) => `"${path}"`).join(' or ')
  for (const outer of level.around.toReversed()) {
    const path = placeIn(name, outer)
    if (path !== undefined) return outer.path === '' ? `"${path}" at the top of the request` : `"${path}"`
  }
  return undefined
}

function placeIn(name: string, { path, shape }: Pick<Level, 'path' | 'shape'>): string | undefined {
  const meant = meantMember(name, Object.keys(shape))
  return meant === undefined ? undefined : join(path, meant)
}

/** The objects that are members of an object, however they may be left out; a choice of several forms is none. */
function innerLevels({ path, shape }: Level): Pick<Level, 'path' | 'shape'>[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const def = definition(unwrap(schema))
    return def.type === 'object' ? [{ path: join(path, name), shape: def.shape ?? {} }] : []
  })
}
