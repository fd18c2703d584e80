/** A location in parts, as some sources have it. All members are texts but the coordinates. */
export interface LocationParts {
  street_address?: string | undefined
  neighborhood?: string | undefined
  city?: string | undefined
  state?: string | undefined
  county?: string | undefined
  postal_code?: string | undefined
  country?: string | undefined
  lat?: number | undefined
  lon?: number | undefined
  full_address?: string | undefined
}
