-- Homes and land that are offered or were sold: what fetchRealEstateListings answers.
SELECT corpus_add_kind('listings');
