"""Companies page by page and what they cost, once plain and once async."""

from almanac_client import Almanac, AsyncAlmanac, cost


def find_companies(almanac: Almanac, most: int) -> tuple[list[str], float]:
    names: list[str] = []
    with cost() as spent:
        for company in almanac.company_search_rows({"searchParams": {}, "pageSize": 2}):
            names.append(company["preferred_name"] or "unnamed")
            if len(names) == most:
                break
    return names, spent.credits


async def find_companies_async(almanac: AsyncAlmanac, most: int) -> tuple[list[str], float]:
    names: list[str] = []
    with cost() as spent:
        async for company in almanac.company_search_rows({"searchParams": {}, "pageSize": 2}):
            names.append(company["preferred_name"] or "unnamed")
            if len(names) == most:
                break
    return names, spent.credits
