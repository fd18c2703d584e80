-- A file whose bytes are those of its parts, one after the other: its blob only lists them. False: the blob is the file.
ALTER TABLE exports ADD COLUMN is_in_parts boolean NOT NULL DEFAULT false;
