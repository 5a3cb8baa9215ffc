-- Asks a server for random positions with all their moves:
--
--   wrk -t1 -c64 -d30s --latency -s bench/serve.lua http://127.0.0.1:8080 -- standard
--
-- A position comes of 4 to 26 spheres put at random on cells that are supported, light and dark in
-- turn; hardly any comes twice, so the server keeps no answer to it.

local levels = {{0, 4}, {16, 3}, {25, 2}, {29, 1}}  -- number of the first cell, cells in a row
local path

function init(args)
  math.randomseed(os.time())
  path = "/api/v1/" .. (args[1] or "standard") .. "/position?p="
end

local function supported(cells, level, row, column)
  if level == 1 then return true end
  local first, side = levels[level - 1][1], levels[level - 1][2]
  for r = row, row + 1 do
    for c = column, column + 1 do
      if not cells[first + r * side + c] then return false end
    end
  end
  return true
end

local function free_cells(cells)
  local free = {}
  for level = 1, 4 do
    local first, side = levels[level][1], levels[level][2]
    for row = 0, side - 1 do
      for column = 0, side - 1 do
        local cell = first + row * side + column
        if not cells[cell] and supported(cells, level, row, column) then free[#free + 1] = cell end
      end
    end
  end
  return free
end

function request()
  local cells = {}
  local spheres = math.random(4, 26)
  for ply = 1, spheres do
    local free = free_cells(cells)
    cells[free[math.random(#free)]] = ply % 2 == 1 and "L" or "D"
  end
  local text = {}
  for level = 1, 4 do
    local first, side = levels[level][1], levels[level][2]
    if level > 1 then text[#text + 1] = "/" end
    for cell = first, first + side * side - 1 do text[#text + 1] = cells[cell] or "." end
  end
  return wrk.format("GET", path .. table.concat(text) .. (spheres % 2 == 0 and "_l" or "_d"))
end
