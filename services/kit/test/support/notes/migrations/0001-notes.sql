create table note (id bigint generated always as identity primary key, text text not null);
