-- A run may have several devices.
update fleet.run set settings = settings - 'device' || jsonb_build_object('devices', jsonb_build_array(settings -> 'device'))
where settings ? 'device';
