import "../styles/index.css";
import "./report.css";
import { render } from "preact";
import type { ReportIndex } from "../api/types";
import { listen } from "../keys";
import { Report } from "./Report";
import { read, startReport } from "./state";

const index = read<ReportIndex>(document.getElementById("index"));
startReport(index);
const page = document.getElementById("page");
if (page) render(<Report index={index} />, page);
listen();
