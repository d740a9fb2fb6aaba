-- compatible-from: 1

-- ## Persons of two documents

ALTER TABLE persons
  -- Whom they turned out to be: who has this document signs as that one (decision 0135). Null: nobody else.
  ADD COLUMN merged_into text REFERENCES persons (id) CHECK (merged_into <> id);
CREATE INDEX persons_merged ON persons (merged_into) WHERE merged_into IS NOT NULL;
