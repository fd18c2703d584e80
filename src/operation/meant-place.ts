import type { z } from 'zod'
import { meantMember } from './meant-member.ts'
import { definition, joinPath, unwrap } from './schema-walk.ts'

/** An object of a request: its members, and the objects around it, the outermost first. */
export interface Level {
  path: string
  shape: Record<string, z.ZodType>
  around: readonly Level[]
}

/** With more candidates than this, naming some would be guessing. */
const maxPlaces = 2

/**
 * Where else in a request an unknown member belongs: in one of the objects beside it (`country` beside searchParams:
 * `"searchParams.headquartersCountryCode"`) or in one around it (`pageSize` inside searchParams).
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
  return meant === undefined ? undefined : joinPath(path, meant)
}

/** The members of an object that are objects themselves, optional or not; a union of several forms does not count. */
function innerLevels({ path, shape }: Level): Pick<Level, 'path' | 'shape'>[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const def = definition(unwrap(schema))
    return def.type === 'object' ? [{ path: joinPath(path, name), shape: def.shape ?? {} }] : []
  })
}
